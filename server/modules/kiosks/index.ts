export { handoverNews } from './kiosk-takeback.ts'
