export { PolicyText } from './policy-text.tsx'
export { PolicyWordingForm } from './policy-wording-form.tsx'
