import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type IllustrationProps = { className?: string }

/** A calm line drawing in the product's colours. What it shows stands beside it in words, so it says nothing aloud. */
const Drawing = ({ className, children }: IllustrationProps & { children: ReactNode }) => (
  <svg
    viewBox="0 0 160 120"
    aria-hidden
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={clsx('h-auto w-full text-brand', className)}
  >
    {children}
  </svg>
)

/** Two people and what they say: one asks, one explains a tooth. */
export const ConversationIllustration = (props: IllustrationProps) => (
  <Drawing {...props}>
    <circle cx="36" cy="76" r="11" />
    <path d="M14 112c0-13 9-20 22-20s22 7 22 20" className="fill-brand-soft" />
    <circle cx="124" cy="76" r="11" />
    <path d="M102 112c0-13 9-20 22-20s22 7 22 20" className="fill-brand-soft" />
    <path
      d="M28 12h44a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H48l-9 9v-9H28a6 6 0 0 1-6-6V18a6 6 0 0 1 6-6Z"
      className="fill-surface"
    />
    <path d="M33 23h32M33 33h21" />
    <path
      d="M92 24h40a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6h-9v9l-9-9H92a6 6 0 0 1-6-6V30a6 6 0 0 1 6-6Z"
      className="fill-surface"
    />
    <path
      d="M107 34c3 0 3 1.5 5 1.5s2-1.5 5-1.5c3.5 0 5 3 4.500 6.500-.6 4.500-1.5 9.500-3.5 9.500-2.500 0-2-5-6-5s-3.5 5-6 5c-2 0-2.900-5-3.5-9.500C102 37 103.5 34 107 34Z"
      className="fill-brand-soft"
    />
  </Drawing>
)

/** A tablet that is read at the chair, with a place to sign. */
export const TabletIllustration = (props: IllustrationProps) => (
  <Drawing {...props}>
    <path d="M18 112h124M40 112l10-16h60l10 16" />
    <rect x="38" y="14" width="84" height="72" rx="7" className="fill-surface" />
    <rect x="45" y="21" width="70" height="58" rx="3" className="fill-brand-soft" />
    <path d="M53 31h34M53 40h52M53 48h46" />
    <rect x="53" y="56" width="54" height="16" rx="3" className="fill-surface" />
    <path d="M59 67c4-8 7-8 7-2s4 4 6-1 5-3 5 1 6 1 8-1" />
    <path d="m112 62 16-16 5 5-16 16-7 2Z" className="fill-surface" />
  </Drawing>
)

/** A record with its seal, and the links of the chain that it ends. */
export const RecordIllustration = (props: IllustrationProps) => (
  <Drawing {...props}>
    <path d="M46 12h48l20 20v68a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6V18a6 6 0 0 1 6-6Z" className="fill-surface" />
    <path d="M94 12v20h20M52 38h30M52 48h48M52 58h48M52 68h34" />
    <circle cx="106" cy="86" r="17" className="fill-brand-soft" />
    <path d="m99 86 5 5 9-10M97 101l-3 13 12-6 12 6-3-13" />
    <rect x="10" y="78" width="20" height="12" rx="6" />
    <rect x="24" y="78" width="24" height="12" rx="6" className="fill-surface" />
  </Drawing>
)
