export { deviceKind } from './viewing-device.ts'
export { createViewingOutbox, type QueuedViewingReport } from './viewing-outbox.ts'
export { WatchedVideo } from './watched-video.tsx'
