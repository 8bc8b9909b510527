import { isTest, type Finding, type SourceFiles } from './source-files.ts'

/** Forms that are kept elsewhere or hold nothing to keep, each with its reason. */
const unkeptForms: Readonly<Record<string, string>> = {
  'web/areas/public/contact-unsent.tsx': 'fields of a page without script',
  'web/areas/public/template-catalogue.tsx': 'a search',
  'web/features/account/confirmation-form.tsx': 'a proof of who sits here',
  'web/features/account/recovery-code-keeping.tsx': 'a recovery code',
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
  'web/features/identity/forgot-password-screen.tsx': 'signing in',
  'web/features/identity/phone-code-form.tsx': 'signing in',
  'web/features/identity/reset-password-screen.tsx': 'a password',
  'web/features/identity/second-factor-form.tsx': 'a code',
  'web/features/identity/sign-in-form.tsx': 'signing in',
  'web/features/locks/lock-list-screen.tsx': 'a search',
  'web/features/patient-home/address-page.tsx': 'an address to send a link to',
  'web/features/patient-home/proof-page.tsx': 'a birth date',
  'web/features/registration/registration-finish.tsx': 'a password',
  'web/features/registration/registration-start.tsx': 'nobody is signed in',
  'web/features/setup/account-search.tsx': 'a search',
  'web/features/setup/first-admin-screen.tsx': 'a password',
  'web/features/setup/setup-gate.tsx': 'the set-up token',
  'web/features/setup/trial-patient-screen.tsx': 'a trial patient, made in one press',
  'web/features/setup/user-repair-screen.tsx': 'the set-up token opens it, nobody is signed in',
  'web/features/setup/wizard-step.tsx':
    'kept by wizard-drafts.ts: the set-up token opens it, nobody is signed in',
  'web/features/signing/birth-date-page.tsx': 'a birth date',
  'web/features/signing/check-question-page.tsx': 'one choice, kept as it is answered',
  'web/features/signing/code-page.tsx': 'a code',
  'web/features/signing/confirm-page.tsx': 'kept by signing-memory.ts',
  'web/features/signing/cosign-page.tsx': 'kept by signing-memory.ts',
  'web/features/signing/matters-page.tsx': 'kept by signing-memory.ts',
  'web/features/signing/own-words-page.tsx': 'kept by signing-memory.ts',
  'web/features/signing/sign-page.tsx': 'kept by signing-memory.ts',
  'web/features/signing/supporter-journey.tsx': 'a code',
  'web/features/signing/watched-part.tsx': 'one choice',
  'web/features/translations/translation-panel.tsx': 'a language to begin with',
  'web/ui/plain/draft-form.tsx': 'is the form that keeps what is typed',
  'web/ui/rich-text-link-dialog.tsx': 'one address, inside a text that is kept',
}

/** Forms that would lose what is typed into them, and exceptions of forms that are no more. */
export function checkDraftForms(
  files: SourceFiles,
  exceptions: Readonly<Record<string, string>> = unkeptForms,
): Finding[] {
  const forms = [...files].filter(
    ([file, text]) =>
      file.startsWith('web/') && file.endsWith('.tsx') && !isTest(file) && /<form\b/.test(text),
  )
  const known = new Set(forms.map(([file]) => file))
  return [
    ...[...known]
      .filter((file) => !(file in exceptions))
      .map((file) => ({
        file,
        problem: 'has a <form> whose text is lost: use Form or DraftForm with a draft',
      })),
    ...Object.keys(exceptions)
      .filter((file) => !known.has(file))
      .map((file) => ({ file, problem: 'is excepted from keeping drafts and has no <form>' })),
  ]
}
