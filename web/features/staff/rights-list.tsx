import { PermissionIcon } from './permission-icon.tsx'
import { flagWords, type Right } from './rights-words.ts'

/** What one person may do and may not, with the reason beneath each. */
export function RightsList({ rights }: { rights: readonly Right[] }) {
  return (
    <ul className="divide-y divide-line">
      {rights.map(({ flag, held, why }) => (
        <li key={flag} className="flex gap-3 py-2.5 first:pt-0 last:pb-0">
          <span className="mt-0.5">
            <PermissionIcon held={held} />
          </span>
          <span className="min-w-0">
            <span className={held ? 'block font-medium' : 'block text-muted'}>
              {flagWords[flag].label}
              <span className="sr-only">{held ? ': yes.' : ': no.'}</span>
            </span>
            <span className="block text-small text-muted">{why}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
