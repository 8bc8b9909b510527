import symbols from '../../../build/content/easy-read-symbols.json'
import type { EasyReadRendering } from '../../../contract/consents.ts'
import { CleanedHtml } from '../../ui/plain/cleaned-html.tsx'

type EasyReadPage = EasyReadRendering['pages'][number]

const drawings: Record<string, string> = symbols

/** One page of Easy Read: each idea on its own, large, with its symbol on the left. The symbol says nothing else. */
export const EasyReadLines = ({ page }: { page: EasyReadPage }) => (
  <ul lang="en" dir="ltr" className="mt-5 list-none space-y-5 p-0">
    {page.lines.map(({ symbol, html }, index) => (
      <li key={index} className="flex items-center gap-4">
        <div aria-hidden>
          <CleanedHtml
            html={drawings[symbol] ?? ''}
            className="size-16 shrink-0 sm:size-20 [&>svg]:size-full"
          />
        </div>
        <CleanedHtml html={`<p>${html}</p>`} lang="en" dir="ltr" className="easy-read-line min-w-0" />
      </li>
    ))}
  </ul>
)
