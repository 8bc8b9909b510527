import missing from '../../../build/content/page.missing.json'
import { Link } from '../../ui/plain/link.tsx'

/** Without a canonical link: this page stands at every address that does not exist. */
export const meta = () => [
  { title: missing.title },
  { name: 'description', content: missing.description },
  { name: 'robots', content: 'noindex' },
]

export default function NotFound() {
  return (
    <div className="mx-auto w-full max-w-2xl px-6 py-20 sm:py-28">
      <p className="font-semibold text-brand tabular-nums">404</p>
      <h1 tabIndex={-1} className="mt-2 text-3xl">
        {missing.heading}
      </h1>
      <p className="mt-4 text-[1rem] leading-relaxed text-muted">{missing.text}</p>
      <ul className="mt-8 divide-y divide-line border-y border-line text-[1rem]">
        {missing.links.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              reload
              className="flex min-h-12 items-center font-medium text-brand hover:text-brand-strong hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
