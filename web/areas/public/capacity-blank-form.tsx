import book from '../../../build/content/capacity-forms.json'
import words from '../../../build/content/page.capacity-test.json'
import { capacityForms, type CapacityForms } from '../../../contract/capacity-rules.ts'
import { BlankCapacityForm } from '../../features/capacity/blank-capacity-form.tsx'
import { publicMeta } from '../../page-meta.ts'
import { BackLink } from '../../ui/plain/back-link.tsx'

const { blankForm } = words
const { forms } = book as CapacityForms

export const meta = () => publicMeta('/capacity-test/blank-form', blankForm)

/** The same questions on paper, for whoever has no script, no screen or no power. */
export default function CapacityBlankForm() {
  return (
    <div className="printed-alone mx-auto w-full max-w-3xl px-6 py-10 sm:py-14 print:max-w-none print:p-0">
      <header className="print:hidden">
        <BackLink href="/capacity-test">{blankForm.back}</BackLink>
        <h1 className="mt-2 text-3xl tracking-tight">{blankForm.heading}</h1>
        <p className="mt-3 text-lg leading-relaxed text-muted">{blankForm.lead}</p>
        <p className="mt-3 text-muted">{words.guide}</p>
      </header>
      <div className="mt-10 space-y-16 print:mt-0">
        {capacityForms.map((name) => (
          <BlankCapacityForm key={name} form={forms.find(({ id }) => id === name)!} />
        ))}
      </div>
    </div>
  )
}
