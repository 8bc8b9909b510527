export { pictureBytes, readPictures } from './picture-reading.ts'
export { openPicture, pictureFileHandlers, pictureHandlers, pictureName } from './picture-handlers.ts'
export { pictureJobs } from './picture-jobs.ts'
export { findPicture, storedPictures } from './picture-store.ts'
