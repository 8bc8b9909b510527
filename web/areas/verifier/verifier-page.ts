import { checkFile } from '../../../verification/file-check.ts'
import type { Verdict } from '../../../verification/check-result.ts'

// The page that goes into every bundle: it must open in any browser, years from now, without us.

const result = document.querySelector<HTMLElement>('#result')!
const input = document.querySelector<HTMLInputElement>('#file')!
const drop = document.querySelector<HTMLElement>('#drop')!

function element(name: string, text = '', className = ''): HTMLElement {
  const created = document.createElement(name)
  created.textContent = text
  if (className) created.className = className
  return created
}

function showVerdict(name: string, { outcome, says, findings, facts }: Verdict): void {
  const box = element('section', '', `verdict ${outcome}`)
  box.append(element('h2', says), element('p', `File: ${name}`))
  if (findings.length > 0) {
    const list = element('ul')
    for (const { title, problem, path } of findings) {
      const row = element('li')
      row.append(element('strong', title), ` (${path}): ${problem}`)
      list.append(row)
    }
    box.append(list)
  }
  const details = element('dl')
  for (const { label, value } of facts) details.append(element('dt', label), element('dd', value))
  box.append(details)
  result.replaceChildren(box)
}

async function check(file: File): Promise<void> {
  result.replaceChildren(element('p', 'Checking …'))
  try {
    showVerdict(file.name, await checkFile(new Uint8Array(await file.arrayBuffer())))
  } catch {
    const words =
      'subtle' in crypto ? 'This file could not be read.' : 'This browser cannot check files. Use another.'
    result.replaceChildren(element('p', words))
  }
}

input.addEventListener('change', () => {
  const [file] = input.files ?? []
  if (file) void check(file)
})
for (const name of ['dragover', 'drop'] as const)
  drop.addEventListener(name, (event) => {
    event.preventDefault()
    const [file] = event.dataTransfer?.files ?? []
    if (name === 'drop' && file) void check(file)
  })
