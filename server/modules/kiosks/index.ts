export { kioskSessionEvents } from './kiosk-session-events.ts'
