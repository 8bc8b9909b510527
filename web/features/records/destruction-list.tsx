import type { Api } from '../../api.ts'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { DestructionItem } from './destruction-item.tsx'
import { usePolling } from '../../ui/use-polling.ts'

export type Destructions = Awaited<ReturnType<Api['destructions']['list']>>

type DestructionListProps = {
  destructions: Destructions
  hrefOfPage: (page: number) => string
  onChanged: () => Promise<void>
}

/** Records that somebody proposed to destroy, and those that were: two people decide, and a certificate stays. */
export function DestructionList({ destructions, hrefOfPage, onChanged }: DestructionListProps) {
  const { rows, total, page, pageSize } = destructions
  const isUnderWay = rows.some(({ status }) => status === 'confirmed' || status === 'erased')
  usePolling(isUnderWay, onChanged)
  return (
    <Panel
      title="Destruction of records"
      lead="One person proposes and another confirms. Erased data cannot be restored; a sealed certificate is kept."
    >
      {rows.length === 0 ? (
        <p className="text-muted">No proposals to destroy records.</p>
      ) : (
        <ul aria-label="Destruction of records" className="divide-y divide-line">
          {rows.map((destruction) => (
            <li key={destruction.id} className="py-4 first:pt-0 last:pb-0">
              <DestructionItem destruction={destruction} onChanged={onChanged} />
            </li>
          ))}
        </ul>
      )}
      {total > pageSize && (
        <Pager {...{ page, pageSize, total, hrefOfPage }} label="Pages of destructions" className="mt-4" />
      )}
    </Panel>
  )
}
