import { Download, Printer } from 'lucide-react'
import { Button } from '../../ui/plain/button.tsx'
import { saveFile } from '../../ui/plain/save-file.ts'
import { CopyButton } from '../../ui/plain/copy-button.tsx'

/** The codes as a file to keep: where they are for and how they work, then one a line. */
const fileText = (codes: readonly string[]) =>
  [
    `Recovery codes for signing in at ${location.host}`,
    'Each works once, instead of a code from your authenticator app.',
    '',
    ...codes,
    '',
  ].join('\r\n')

/** The codes for the day the phone is lost, with ways to keep them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-4 gap-y-1.5 rounded-md border border-line bg-paper p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label="Copy" size="small" />
        <Button variant="quiet" size="small" icon={Download} onClick={() => download(fileText(codes))}>
          Download
        </Button>
        <Button variant="quiet" size="small" icon={Printer} onClick={() => printAlone(fileText(codes))}>
          Print
        </Button>
      </div>
    </div>
  )
}

const download = (text: string) => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))

/** Prints the codes without the page round them, from a frame that nobody sees. */
function printAlone(text: string) {
  const frame = document.createElement('iframe')
  frame.className = 'sr-only'
  document.body.append(frame)
  const { contentDocument: page, contentWindow: view } = frame
  if (!page || !view) return
  const words = page.createElement('pre')
  words.textContent = text
  page.body.append(words)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
