export { pictureBytes, findPictures } from './picture-reading.ts'
export { openPicture, pictureName } from './picture-handlers.ts'
export { findPicture, storedPictures } from './picture-store.ts'
