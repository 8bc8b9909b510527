import { lazy } from 'react'

/** What shows and chooses videos is large, and comes with the first text that has one. */
export const ChosenVideo = lazy(async () => ({ default: (await import('../videos/index.ts')).ChosenVideo }))
export const ShownVideo = lazy(async () => ({ default: (await import('../videos/index.ts')).ShownVideo }))
export const VideoPicker = lazy(async () => ({ default: (await import('../videos/index.ts')).VideoPicker }))
