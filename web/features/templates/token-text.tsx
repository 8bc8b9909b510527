import { placeholderLabel } from './placeholder-words.ts'

/** Text about wording: each placeholder in it by the name that the editor gives it, as a chip. */
export const TokenText = ({ text }: { text: string }) =>
  text.split(/(\{\{\w+\}\})/).map((part, index) =>
    part.startsWith('{{') && part.endsWith('}}') ? (
      <span
        key={index}
        className="rounded-sm border border-brand/25 bg-brand-soft px-1 font-medium text-brand-strong"
      >
        {placeholderLabel(part.slice(2, -2))}
      </span>
    ) : (
      part
    ),
  )
