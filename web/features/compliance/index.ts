export { policyKeyOf } from './policy-form.tsx'
export { PolicyText } from './policy-text.tsx'
