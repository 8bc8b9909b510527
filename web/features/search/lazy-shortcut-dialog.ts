import { lazyPart } from '../../ui/plain/lazy-part.ts'

/** Few ask for the shortcuts, so their scripts come when somebody does. */
export const ShortcutDialog = lazyPart(async () => ({
  default: (await import('./shortcut-dialog.tsx')).ShortcutDialog,
}))
