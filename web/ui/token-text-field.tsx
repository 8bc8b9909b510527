import { Suspense } from 'react'
import { lazyPart } from './plain/lazy-part.ts'
import { Skeleton } from './plain/skeleton.tsx'
import type { TokenTextEditorProps } from './token-text-editor.tsx'

const TokenTextEditor = lazyPart(async () => ({
  default: (await import('./token-text-editor.tsx')).TokenTextEditor,
}))

/** Plain text with tokens as chips; its editor is fetched when it is first shown. */
export function TokenTextField({ hint, ...editor }: TokenTextEditorProps & { hint?: string }) {
  return (
    <div>
      <p className="mb-1.5 font-semibold" aria-hidden>
        {editor.label}
      </p>
      {hint && <p className="mb-1.5 text-small text-muted">{hint}</p>}
      <Suspense fallback={<Skeleton className="h-24 w-full rounded-md" />}>
        <TokenTextEditor {...editor} />
      </Suspense>
    </div>
  )
}
