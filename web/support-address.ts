import site from '../build/content/page.site.json'

/** Whom to write to: the server puts the address of this installation into its documents; it is read once. */
export const supportAddress: string =
  (typeof document !== 'undefined' && document.documentElement.dataset.support) || site.supportEmail
