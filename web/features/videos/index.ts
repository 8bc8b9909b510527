export { VideoPart } from './video-part.tsx'
