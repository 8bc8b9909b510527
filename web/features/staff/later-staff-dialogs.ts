import { lazy } from 'react'

/** Few visits deactivate anybody, so what that takes is fetched when it is first shown. */
export const DeactivateDialog = lazy(async () => ({
  default: (await import('./deactivate-dialog.tsx')).DeactivateDialog,
}))
