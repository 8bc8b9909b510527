import { lazyPart } from '../../ui/plain/lazy-part.ts'

/** What shows and chooses videos is large, and comes with the first text that has one. */
export const ChosenVideo = lazyPart(async () => ({
  default: (await import('../videos/index.ts')).ChosenVideo,
}))
export const ShownVideo = lazyPart(async () => ({ default: (await import('../videos/index.ts')).ShownVideo }))
export const VideoPicker = lazyPart(async () => ({
  default: (await import('../videos/index.ts')).VideoPicker,
}))
