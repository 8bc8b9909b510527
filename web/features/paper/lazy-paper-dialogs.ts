import { lazyPart } from '../../ui/plain/lazy-part.ts'

const lazyPaperDialog = <Name extends keyof typeof import('./paper-dialogs.tsx')>(name: Name) =>
  lazyPart(async () => ({ default: (await import('./paper-dialogs.tsx'))[name] }))

/** Few visits open one, so each is fetched when it is first shown (rulings 31). */
export const paperDialogs = {
  given: lazyPaperDialog('TextGivenDialog'),
  signed: lazyPaperDialog('SignedPaperDialog'),
  scan: lazyPaperDialog('AddScanDialog'),
}
