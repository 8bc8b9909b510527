/** The tests' SAML provider of a practice as a program: `node server/testing/saml-issuer-main.ts <port> <file for its certificate>`. */
import { writeFileSync } from 'node:fs'
import { openMockSamlIssuer } from './mock-saml-issuer.ts'

const [port, certificateFile] = process.argv.slice(2)
if (!Number(port) || !certificateFile) throw new Error('Name a port and a file for the certificate')
const issuer = await openMockSamlIssuer(Number(port))
writeFileSync(certificateFile, issuer.certificate)
process.once('SIGTERM', () => void issuer.close())
