export { deviceKind } from './viewing-device.ts'
export { createViewingOutbox, type ViewingPosting } from './viewing-outbox.ts'
export { WatchedVideo } from './watched-video.tsx'
