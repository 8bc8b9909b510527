import { useMay, useSessionUser } from '../../features/identity/session-user.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { areaGroups } from './clinic-destinations.ts'
import { analyticsPath } from './clinic-paths.ts'

/** The pages that are not in the menu, by area, for those who may open them. */
export function AreaLinks() {
  const may = useMay()
  const { role } = useSessionUser()
  // The menu has it for administrators, and for nobody else.
  const isInMenu = (href: string) => href === analyticsPath && role === 'clinic_admin'
  const shown = areaGroups.map(({ title, links }) => ({
    title,
    links: links.filter(({ href, needs }) => (!needs || may(needs)) && !isInMenu(href)),
  }))
  return (
    <Panel title="All areas" flush>
      <div className="divide-y divide-line border-t border-line">
        {shown
          .filter(({ links }) => links.length > 0)
          .map(({ title, links }) => (
            <div key={title} className="px-2 py-3">
              <h3 className="px-3 pb-1 text-xs font-medium text-muted">{title}</h3>
              <ul>
                {links.map(({ href, label }) => (
                  <li key={href}>
                    <Link
                      href={href}
                      className="flex min-h-9 items-center rounded-md px-3 hover:bg-paper pointer-coarse:min-h-11"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </div>
    </Panel>
  )
}
