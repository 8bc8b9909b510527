import { DomUtils, parseDocument } from 'htmlparser2'
import { escapeHtml } from '../escape-html.ts'

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** What is wrong with a form: at which control, or with all of it; without a text the page's own words stay. */
export type FormProblem = { id: string | null; text: string | null }

export type FormState = { values: Record<string, string>; problems: readonly FormProblem[] }

const isControl = ({ name }: Element) => ['input', 'select', 'textarea'].includes(name)

function setText(element: Element, text: string): void {
  for (const child of [...element.children]) DomUtils.removeElement(child)
  for (const child of parseDocument(escapeHtml(text)).childNodes) DomUtils.appendChild(element, child)
}

function fillIn(control: Element, value: string): void {
  if (control.name === 'input') control.attribs.value = value
  // The first line break of a text area is no part of what stands in it.
  else if (control.name === 'textarea') setText(control, `\n${value}`)
  else
    for (const option of DomUtils.getElementsByTagName('option', control)) {
      delete option.attribs.selected
      if (option.attribs.value === value) option.attribs.selected = ''
    }
}

/** Takes the error of a control away, and what ties it to the control. */
function clearError(control: Element, error: Element): void {
  DomUtils.removeElement(error)
  delete control.attribs['aria-invalid']
  const describedBy = (control.attribs['aria-describedby'] ?? '').split(' ')
  control.attribs['aria-describedby'] = describedBy.filter((id) => id !== error.attribs.id).join(' ')
  if (control.attribs['aria-describedby'] === '') delete control.attribs['aria-describedby']
  for (let parent = control.parent; parent; parent = parent.parent)
    if ('attribs' in parent) delete parent.attribs['data-invalid']
}

/** A line of the summary: it leads to a control, or says what is wrong with the form as a whole. */
function updateSummaryLine(line: Element, problems: readonly FormProblem[]): void {
  const [link] = DomUtils.getElementsByTagName('a', line)
  const id = link?.attribs.href?.slice(1) ?? null
  const problem = problems.find((each) => each.id === id)
  if (!problem) DomUtils.removeElement(line)
  else if (problem.text !== null) setText(link ?? line, problem.text)
}

/**
 * A page with a form as it comes back to whoever sent it: what they wrote in its fields, and of all the errors that the
 * document holds those that are theirs. The document has every error that can be: in an alert, and before its control
 * under the control's id and '-error'.
 */
export function renderFilledForm(html: string, { values, problems }: FormState): string {
  const document = parseDocument(html)
  const all = (test: (element: Element) => boolean) => DomUtils.findAll(test, document.childNodes)
  for (const control of all(isControl)) {
    const { name = '', id = '' } = control.attribs
    if (Object.hasOwn(values, name)) fillIn(control, values[name]!)
    const [error] = all(({ attribs }) => attribs.id === `${id}-error`)
    const problem = problems.find((each) => each.id === id)
    if (error && !problem) clearError(control, error)
    else if (error && problem?.text != null) setText(error, problem.text)
  }
  for (const alert of all(({ attribs }) => attribs.role === 'alert'))
    for (const line of DomUtils.getElementsByTagName('li', alert)) updateSummaryLine(line, problems)
  return DomUtils.getOuterHTML(document, { encodeEntities: 'utf8' })
}
