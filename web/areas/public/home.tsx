import { FileCheck2, ShieldCheck, Smartphone } from 'lucide-react'
import home from '../../../build/content/page.home.json'
import site from '../../../build/content/page.site.json'
import { publicMeta } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Icon } from '../../ui/plain/icon.ts'
import { ConsentTrial } from './consent-trial.tsx'

export const meta = () => publicMeta('/', site)

const icons: Record<string, Icon> = { phone: Smartphone, shield: ShieldCheck, document: FileCheck2 }

export default function Home() {
  return (
    <>
      <Opening />
      <Points />
      <ConsentTrial />
      <Steps />
      <Library />
      <Close />
    </>
  )
}

function Opening() {
  return (
    <section className="mx-auto max-w-4xl px-6 pt-16 pb-16 text-center sm:pt-24 sm:pb-20">
      <h1 className="text-[2.25rem] leading-[1.12] tracking-[-0.025em] sm:text-display">{home.heading}</h1>
      <p className="mx-auto mt-6 max-w-xl text-lg leading-relaxed text-pretty text-muted">{home.lead}</p>
      <ButtonLink href="/login" size="large" className="mt-9">
        {home.action}
      </ButtonLink>
    </section>
  )
}

function Points() {
  return (
    <ul className="mx-auto grid w-full max-w-page gap-4 px-6 md:grid-cols-3">
      {home.points.map(({ icon, title, text }) => {
        const Picture = icons[icon] ?? FileCheck2
        return (
          <li key={title} className="rounded-xl border border-line bg-surface p-6">
            <Picture className="size-6 text-brand" aria-hidden />
            <h2 className="mt-4 text-[1rem]">{title}</h2>
            <p className="mt-1.5 leading-relaxed text-muted">{text}</p>
          </li>
        )
      })}
    </ul>
  )
}

function Steps() {
  return (
    <section className="mx-auto w-full max-w-page px-6 pt-20">
      <h2 className="text-2xl tracking-tight">{home.steps.heading}</h2>
      <ol className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {home.steps.items.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-brand pt-4">
            <h3 className="text-[1rem]">
              <span className="me-2 text-brand tabular-nums">{index + 1}</span>
              {title}
            </h3>
            <p className="mt-1.5 leading-relaxed text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Library() {
  return (
    <section className="mx-auto grid w-full max-w-page gap-x-16 gap-y-6 px-6 pt-20 lg:grid-cols-2">
      <div>
        <h2 className="text-2xl tracking-tight">{home.library.heading}</h2>
        <p className="mt-3 max-w-prose text-[1rem] leading-relaxed text-muted">{home.library.text}</p>
      </div>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {home.library.types.map(({ name, templates }) => (
          <li key={name} className="flex justify-between gap-6 px-6 py-2">
            <span className="font-medium">{name}</span>
            <span className="text-muted">
              {templates} {templates === 1 ? 'text' : 'texts'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Close() {
  return (
    <section className="mx-auto w-full max-w-page px-6 py-20">
      <div className="flex flex-wrap items-center justify-between gap-6 rounded-xl bg-brand-soft p-8">
        <div>
          <h2 className="text-xl">{home.close.heading}</h2>
          <p className="mt-1 text-[1rem] text-muted">{home.close.text}</p>
        </div>
        <ButtonLink href="/login" size="large">
          {home.action}
        </ButtonLink>
      </div>
    </section>
  )
}
