import type { ComponentType } from 'react'

/** Any picture drawn in the colour of the text beside it. */
export type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
