export { listOwnFigures, ownFiguresOf, replaceOwnFigures } from './own-figure-store.ts'
export type { CountedFigure, OwnFigureRecord } from './own-figure-store.ts'
export { ownFiguresOfText, ownFigureView } from './own-figure-text.ts'
