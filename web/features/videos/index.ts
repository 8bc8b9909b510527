export { ChosenVideo } from './chosen-video.tsx'
export { ShownVideo } from './shown-video.tsx'
export { VideoPart } from './video-part.tsx'
export { VideoPicker } from './video-picker.tsx'
