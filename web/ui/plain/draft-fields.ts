/** What the fields of a form hold, by name, or by id where they have none. */
export type FieldValues = Record<string, string>

type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const secretTypes: ReadonlySet<string> = new Set([
  'password',
  'hidden',
  'file',
  'submit',
  'button',
  'reset',
  'image',
])
const secretHints = /one-time-code|password|bday|cc-/

/** Whether a field is kept: never a password, a code, a birth date, a file, nor what its page names as not to be kept. */
function isStorable(control: FormControl): boolean {
  if (control.closest('[data-draft="off"]')) return false
  const secret = secretTypes.has(control.type) || secretHints.test(control.autocomplete)
  return !secret && keyOf(control) !== ''
}

const isCheckable = (control: FormControl): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** Boxes and radio buttons of one name are told apart by their values. */
const keyOf = (control: FormControl): string => {
  const name = control.name || control.id
  return isCheckable(control) && name ? `${name}=${control.value}` : name
}
const valueOf = (control: FormControl): string =>
  isCheckable(control) ? (control.checked ? 'on' : '') : control.value

const controlsOf = (form: HTMLFormElement): FormControl[] =>
  [...form.elements].filter(
    (one): one is FormControl =>
      (one instanceof HTMLInputElement ||
        one instanceof HTMLTextAreaElement ||
        one instanceof HTMLSelectElement) &&
      isStorable(one),
  )

/** What the fields of a form hold now. */
export const readFields = (form: HTMLFormElement): FieldValues =>
  Object.fromEntries(controlsOf(form).map((control) => [keyOf(control), valueOf(control)]))

/** Fills fields as if they were typed into, so that whatever listens hears of it. Answers what no field is there for yet. */
export function fillFields(form: HTMLFormElement, values: FieldValues): FieldValues {
  const left = { ...values }
  for (const control of controlsOf(form)) {
    const key = keyOf(control)
    const value = left[key]
    if (value === undefined) continue
    delete left[key]
    if (valueOf(control) !== value) fillControl(control, value)
  }
  return left
}

/** Writes into a field as if it were typed. */
export function fillControl(control: FormControl, value: string): void {
  if (isCheckable(control)) {
    // A radio button is left by choosing another.
    if (control.type === 'checkbox' || value === 'on') control.click()
    return
  }
  // A library that follows a field's value only hears of what the browser's own setter wrote.
  const kind = Object.getPrototypeOf(control) as object
  Object.getOwnPropertyDescriptor(kind, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}
