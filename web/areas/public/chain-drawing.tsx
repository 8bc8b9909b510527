/** Events as links of a chain, each holding on to the one before it. Decoration: the words beside it say the same. */
export function ChainDrawing({ words }: { words: readonly string[] }) {
  return (
    <ol aria-hidden className="mt-10 flex max-w-3xl flex-wrap items-center gap-y-4">
      {words.map((word, index) => (
        <li key={word} className="flex items-center">
          {index > 0 && (
            <svg viewBox="0 0 44 24" className="mx-1 h-6 w-9 sm:w-11" fill="none">
              <path d="M2 12h40" className="stroke-brand" strokeWidth="1.5" strokeDasharray="2 3" />
              <rect x="5" y="6" width="20" height="12" rx="6" className="stroke-brand" strokeWidth="1.5" />
              <rect x="19" y="6" width="20" height="12" rx="6" className="stroke-brand" strokeWidth="1.5" />
            </svg>
          )}
          <span className="rounded-md border border-brand/40 bg-surface px-3.5 py-2 text-[1rem] font-medium">
            {word}
          </span>
        </li>
      ))}
    </ol>
  )
}
