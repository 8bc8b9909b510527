import { lazyPart } from '../../ui/plain/lazy-part.ts'

const paperDialog = <Name extends keyof typeof import('./paper-dialogs.tsx')>(name: Name) =>
  lazyPart(async () => ({ default: (await import('./paper-dialogs.tsx'))[name] }))

/** Few visits open one, so each is fetched when it is first shown (rulings 31). */
export const paperDialogs = {
  given: paperDialog('GivenDialog'),
  signed: paperDialog('SignedPaperDialog'),
  scan: paperDialog('AddScanDialog'),
}
