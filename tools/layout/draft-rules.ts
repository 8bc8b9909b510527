import { isTest, type Finding } from './source-files.ts'
import type { Source, SourceGraph } from './source-graph.ts'

/** Forms and free text that are kept elsewhere or hold nothing to keep, each with its reason. */
const draftRuleExceptions: Readonly<Record<string, string>> = {
  'web/areas/public/contact-unsent.tsx': 'fields of a page without script',
  'web/areas/public/template-catalogue.tsx': 'a search',
  'web/features/account/confirmation-form.tsx': 'a proof of who sits here',
  'web/features/account/recovery-code-step.tsx': 'a recovery code',
  'web/features/account/unlock-form.tsx': 'a PIN or password',
  'web/features/audit/audit-filters.tsx': 'a search',
  'web/features/capacity/assessment-form.tsx': 'kept by use-capacity-draft.ts',
  'web/features/capacity/capacity-test-section.tsx': 'the capacity test, of which a browser keeps nothing',
  'web/features/capacity/capacity-test-start.tsx': 'the capacity test, of which a browser keeps nothing',
  'web/features/capacity/decision-form.tsx': 'kept by use-capacity-draft.ts',
  'web/features/clinical-notes/note-decisions.tsx': 'choices about a note that was read',
  'web/features/compliance/compliance-period-form.tsx': 'a period to show',
  'web/features/compliance/sample-audit-list-screen.tsx': 'a period to draw a sample of',
  'web/features/consents/consent-form.tsx': 'kept by use-consent-form.ts',
  'web/features/enquiries/contact-form.tsx': 'nobody is signed in, and it works without script',
  'web/features/identity/authenticator-setup.tsx': 'a code',
  'web/features/identity/email-link-form.tsx': 'signing in',
  'web/features/identity/practice-sign-in-form.tsx': 'signing in',
  'web/features/identity/forgot-password-screen.tsx': 'signing in',
  'web/features/identity/phone-code-form.tsx': 'signing in',
  'web/features/identity/reset-password-screen.tsx': 'a password',
  'web/features/identity/second-factor-form.tsx': 'a code',
  'web/features/identity/sign-in-form.tsx': 'signing in',
  'web/features/locks/lockout-screen.tsx': 'a search',
  'web/features/patient-home/address-page.tsx': 'an address to send a link to',
  'web/features/patient-home/identity-check-page.tsx': 'a birth date',
  'web/features/practice-systems/practice-system-key-form.tsx': 'a key of another system',
  'web/features/registration/registration-finish.tsx': 'a password',
  'web/features/registration/registration-start.tsx': 'nobody is signed in',
  'web/features/setup/account-search.tsx': 'a search',
  'web/features/setup/first-admin-screen.tsx': 'a password',
  'web/features/setup/setup-gate.tsx': 'the set-up token',
  'web/features/setup/trial-patient-screen.tsx': 'a trial patient, made in one press',
  'web/features/setup/user-repair-screen.tsx': 'the set-up token opens it, nobody is signed in',
  'web/features/signing/birth-date-page.tsx': 'a birth date',
  'web/features/signing/check-question-page.tsx': 'one choice, kept as it is answered',
  'web/features/signing/code-page.tsx': 'a code',
  'web/features/signing/confirm-page.tsx': 'kept by signing-memory.ts',
  'web/features/signing/cosign-page.tsx': 'kept by signing-memory.ts',
  'web/features/signing/matters-page.tsx': 'kept by signing-memory.ts',
  'web/features/signing/own-words-page.tsx': 'kept by signing-memory.ts',
  'web/features/signing/sign-page.tsx': 'kept by signing-memory.ts',
  'web/features/signing/supporter-journey.tsx': 'a code',
  'web/features/signing/section-video-player.tsx': 'one choice',
  'web/features/translations/translation-panel.tsx': 'a language to begin with',
  'web/features/authority/decision-fields.tsx': 'fields of authority-wizard.tsx',
  'web/features/clinical-notes/clinical-note-screen.tsx': 'kept by use-clinical-note.ts',
  'web/features/histories/plan-risks.tsx': 'shows risks, of which nothing is decided there',
  'web/features/setup/practice-step.tsx': 'fields of wizard-step.tsx',
  'web/features/templates/editor-form.tsx': 'kept by use-template-editor.ts',
  'web/features/translations/translation-form.tsx': 'kept by use-translation-editor.ts',
  'web/features/capacity/capacity-test-result.tsx': 'the capacity test, of which a browser keeps nothing',
  'web/features/templates/template-video-screen.tsx': 'kept by use-draft-state.tsx',
  'web/features/videos/caption-editor.tsx': 'kept by use-draft-state.tsx',
  'web/ui/plain/draft-form.tsx': 'is the form that keeps what is typed',
  'web/ui/rich-text-link-dialog.tsx': 'one address, inside a text that is kept',
}

const formPattern = /<form\b/
const freeText = /<(textarea|TextareaField|RichTextField|RichTextEditor)\b|\bcontentEditable\b/
/** Parts of pages, and pages that are loaded when they are needed. */
const isComponent = /^([A-Z]|default$)/
const savingFormPattern = /<(Form|DraftForm|FormDialog|ReasonDialog|SettingsPanel)\b/

/** The files whose parts of pages a page shows, those of another feature by way of its index. */
const componentsOf = (graph: SourceGraph, { imports, code }: Source): string[] =>
  imports.flatMap(({ file, lazy, names }) => {
    if (file === undefined) return []
    if (!file.endsWith('/index.ts'))
      return lazy || names.some(({ name }) => isComponent.test(name)) ? [file] : []
    const taken = graph.get(file)?.imports ?? []
    const isShown = ({ name }: { name: string }) =>
      isComponent.test(name) && new RegExp(`\\b${name}\\b`).test(code)
    return taken.flatMap((one) => (one.file !== undefined && one.names.some(isShown) ? [one.file] : []))
  })

/** Forms and free text that would be lost, and exceptions that hold neither any more. */
export function checkDraftForms(
  graph: SourceGraph,
  exceptions: Readonly<Record<string, string>> = draftRuleExceptions,
): Finding[] {
  const pages = [...graph.values()].filter(
    ({ path }) => path.startsWith('web/') && path.endsWith('.tsx') && !isTest(path),
  )
  const users = new Map<string, string[]>()
  for (const page of pages)
    for (const file of componentsOf(graph, page)) users.set(file, [...(users.get(file) ?? []), page.path])
  const isSettled = (path: string): boolean =>
    path in exceptions || savingFormPattern.test(graph.get(path)?.code ?? '')
  /** What holds a part is asked where the part itself keeps nothing, up to the page. */
  const isLost = (path: string, below: readonly string[] = []): boolean => {
    if (isSettled(path) || below.includes(path)) return false
    const above = users.get(path) ?? []
    return above.length === 0 || above.some((user) => isLost(user, [...below, path]))
  }
  const loses =
    (problem: string) =>
    ({ path: file }: { path: string }) => ({ file, problem })
  return [
    ...pages
      .filter(({ path, code }) => formPattern.test(code) && !(path in exceptions))
      .map(loses('has a <form> whose text is lost: use Form or DraftForm with a draft')),
    ...pages
      .filter(({ path, code }) => !path.startsWith('web/ui/') && freeText.test(code) && isLost(path))
      .map(
        loses(
          'has free text outside a form, which is lost: use Form or DraftForm with a draft, or saveDraftState',
        ),
      ),
    ...Object.keys(exceptions)
      .filter((path) => {
        const code = graph.get(path)?.code ?? ''
        return !formPattern.test(code) && savingFormPattern.test(code)
      })
      .map((file) => ({ file, problem: 'is excepted from keeping drafts and keeps one' })),
    ...Object.keys(exceptions)
      .filter((path) => !graph.has(path))
      .map((file) => ({ file, problem: 'is excepted from keeping drafts and is no more' })),
  ]
}
