export { useMay, useSessionUser } from './session-user.tsx'
