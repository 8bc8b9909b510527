import { lazyPart } from '../../ui/plain/lazy-part.ts'

/** Few visits deactivate anybody, so what that takes is fetched when it is first shown. */
export const DeactivateDialog = lazyPart(async () => ({
  default: (await import('./deactivate-dialog.tsx')).DeactivateDialog,
}))
