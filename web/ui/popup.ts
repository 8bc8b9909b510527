/** How everything that opens over the page looks, and how it comes and goes. */
export const popupClass = [
  'rounded-lg bg-surface shadow-pop outline-none',
  'transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
].join(' ')

export const popupItemClass = [
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-3 py-1.5 outline-none select-none',
  'pointer-coarse:min-h-11 data-disabled:opacity-50 data-highlighted:bg-brand-soft',
].join(' ')

export const backdropClass = [
  'fixed inset-0 z-40 min-h-dvh bg-ink/30 supports-[-webkit-touch-callout:none]:absolute',
  'transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
].join(' ')
