import { X } from 'lucide-react'
import { useState } from 'react'
import { scan_bytes_max, scan_pages_max } from '../../../contract/limits.ts'
import { FileField } from '../../ui/file-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { FieldError } from '../../ui/plain/field.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { prepareScan, type PreparedFile } from './scan-preparing.ts'

/** The files of a scan while it is put together. */
export function useScan() {
  const [files, setFiles] = useState<readonly PreparedFile[]>([])
  const { busy, problem, run } = useTask()
  const add = (chosen: readonly File[]) =>
    run(async () => {
      for (const file of chosen) {
        const ready = await prepareScan(file)
        setFiles((before) => [...before, ready])
      }
    })
  const remove = (id: string) => setFiles((before) => before.filter((file) => file.id !== id))
  return { files, busy, problem, add, remove }
}
type Scan = ReturnType<typeof useScan>

const kilobytes = (bytes: number) => `${numberText(Math.max(1, Math.round(bytes / 1024)))} kB`
const accepted = '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png'

type ScanFieldsProps = { scan: Scan; errors: readonly FieldProblem[] }

/** The pages of a paper, the code that they bear, and that none is missing. */
export function ScanFields({ scan: { files, busy, problem, add, remove }, errors }: ScanFieldsProps) {
  const missing = errorOf(errors, 'scan')
  return (
    <>
      <div id="scan" tabIndex={-1} className="field-group space-y-3" data-invalid={missing ? '' : undefined}>
        {missing && <FieldError id="scan-error">{missing}</FieldError>}
        <FileField
          label="Photograph the pages"
          hint="One picture for each page, in order"
          accept="image/*"
          camera
          single
          busy={busy}
          className="hidden pointer-coarse:block"
          onFiles={(chosen) => void add(chosen)}
        />
        <FileField
          label="Scan or photos"
          hint={`A PDF, or JPEG or PNG pictures in the order of the pages; at most ${scan_pages_max} pages and ${scan_bytes_max / 1024 / 1024} MB together`}
          accept={accepted}
          busy={busy}
          onFiles={(chosen) => void add(chosen)}
        />
        <ProblemMessage problem={problem} />
        {files.length > 0 && (
          <ol className="divide-y divide-line" aria-label="Files of the scan">
            {files.map(({ id, name, bytes }, at) => (
              <li key={id} className="flex items-center gap-3 py-1.5">
                <span className="min-w-0 flex-1 truncate">
                  {at + 1}. <bdi>{name}</bdi>{' '}
                  <span className="text-small text-muted">{kilobytes(bytes)}</span>
                </span>
                <IconButton label={`Remove ${name}`} icon={X} onClick={() => remove(id)} />
              </li>
            ))}
          </ol>
        )}
      </div>
      <TextField
        id="code"
        name="code"
        label="Code on the paper"
        hint="Eight letters and digits at the foot of each page. They identify the text signed."
        width="short"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        error={errorOf(errors, 'code')}
      />
      <CheckboxField
        id="complete"
        name="complete"
        label="All pages are here and show this code"
        error={errorOf(errors, 'complete')}
      />
    </>
  )
}
