/**
 * How this installation runs. The server writes 'demo' into the documents of a demo; it is read
 * once, because a redrawn document would say 'production' again.
 */
export const mode: 'production' | 'demo' | 'development' = import.meta.env.DEV
  ? 'development'
  : typeof document !== 'undefined' && document.documentElement.dataset.mode === 'demo'
    ? 'demo'
    : 'production'
