import { Suspense } from 'react'
import { lazyPart } from './plain/lazy-part.ts'
import { Skeleton } from './plain/skeleton.tsx'
import type { RichTextEditorProps } from './rich-text-editor.tsx'

const RichTextEditor = lazyPart(async () => ({
  default: (await import('./rich-text-editor.tsx')).RichTextEditor,
}))

/** The toolbar above the text, and the lines around both. */
const toolbar_height_px = 42

/** The editor of rich text, whose own script is fetched when it is first shown. */
export function RichTextField(props: RichTextEditorProps) {
  return (
    <div>
      <p className="mb-1.5 font-semibold" aria-hidden>
        {props.label}
      </p>
      <Suspense
        fallback={
          <div style={{ height: props.heightPx + toolbar_height_px }}>
            <Skeleton className="h-full w-full rounded-md" />
          </div>
        }
      >
        <RichTextEditor {...props} />
      </Suspense>
    </div>
  )
}
