export { storedTicketFiles } from './ticket-file-name.ts'
