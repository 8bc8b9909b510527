import { placeholderLabel } from './placeholder-words.ts'

/** How a placeholder looks wherever it stands for a detail of a patient. */
const chipClass = 'rounded-sm border border-brand/25 bg-brand-soft px-1 font-medium text-brand-strong'

/** The same for wording whose placeholders are marks: see `fillPlaceholders`. */
export const markChips =
  '[&_mark]:rounded-sm [&_mark]:border [&_mark]:border-brand/25 [&_mark]:bg-brand-soft [&_mark]:px-1 [&_mark]:font-medium [&_mark]:text-brand-strong'

/** Text about wording: each placeholder in it by the name that the editor gives it, as a chip. */
export const TokenText = ({ text }: { text: string }) =>
  text.split(/(\{\{\w+\}\})/).map((part, index) =>
    part.startsWith('{{') && part.endsWith('}}') ? (
      <span key={index} className={chipClass}>
        {placeholderLabel(part.slice(2, -2))}
      </span>
    ) : (
      part
    ),
  )
