export { kioskHandlers } from './kiosk-handlers.ts'
export { handoverNews } from './kiosk-takeback.ts'
