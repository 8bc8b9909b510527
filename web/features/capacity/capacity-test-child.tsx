import { Printer } from 'lucide-react'
import type { CapacityForms } from '../../../contract/capacity-rules.ts'
import type { Nation } from '../../../contract/retention-rules.ts'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import words from '../../../build/content/page.capacity-test.json'

type CapacityTestChildProps = {
  under16: CapacityForms['under16']
  nation: Nation
  onBack: () => void
  onStartAgain: () => void
}

/** Where the laws about capacity ask nothing: what is asked of a child instead, and by which law. */
export function CapacityTestChild({ under16, nation, onBack, onStartAgain }: CapacityTestChildProps) {
  const { law, says } = under16.nations[nation]
  return (
    <>
      <BackLink onClick={onBack} className="print:hidden" />
      <h1 tabIndex={-1} className="mt-2">
        {under16.title}
      </h1>
      <p className="mt-2 text-lead text-muted">In law: {law}</p>
      <ul className="mt-6 list-disc space-y-2 ps-5">
        {says.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-6 text-muted">{words.guide}</p>
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        <Button icon={Printer} onClick={() => print()}>
          Print
        </Button>
        <Button variant="quiet" onClick={onStartAgain}>
          Start again
        </Button>
      </div>
    </>
  )
}
