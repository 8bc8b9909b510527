export { pictureBytes, readPictures } from './picture-reading.ts'
export { pictureFileHandlers, pictureHandlers } from './picture-handlers.ts'
export { pictureJobs } from './picture-jobs.ts'
export { storedPictures } from './picture-store.ts'
