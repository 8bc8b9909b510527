import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Later versions of the router break the batches, and with them the transactions, of this one. */
const packages = ['parse-server@9.10.0', 'express@5.2.1', 'router@2.2.0']
const install_ms_max = 300_000
const ready_ms_max = 60_000

const cloudCode = `/* global Parse */
Parse.Cloud.define('sign', async ({ params: { token, mark, signer }, ip }) => {
  const consent = await new Parse.Query('Consent').equalTo('token', token).first({ useMasterKey: true });
  if (!consent || consent.get('status') === 'signed') throw new Parse.Error(409, 'nothing to sign');
  const signature = new Parse.Object('Signature', { consent, mark, signer });
  const audit = new Parse.Object('Audit', {
    clinic: consent.get('clinic'), consent, action: 'consent.signed', details: { ip, signer },
  });
  consent.set('status', 'signed');
  consent.set('signedAt', new Date());
  await Parse.Object.saveAll([signature, consent, audit], { useMasterKey: true, transaction: true });
  return { id: consent.id };
});
`

const serverCode = `import express from 'express';
import { ParseServer } from 'parse-server';
const { PEER_PORT: port, PEER_DATABASE: databaseURI, PEER_SOCKET: host } = process.env;
const all = { '*': true };
const of = (className, fields) => ({ className, fields, classLevelPermissions: {
  find: all, get: all, count: all, create: all, update: all, delete: {}, addField: {} } });
const pointer = (targetClass) => ({ type: 'Pointer', targetClass });
const [text, object, date] = ['String', 'Object', 'Date'].map((type) => ({ type }));
const api = new ParseServer({
  // A socket's folder is no host of an address.
  databaseURI, databaseOptions: { host }, appId: 'bench', masterKey: 'master', masterKeyIps: ['127.0.0.1', '::1'],
  serverURL: 'http://127.0.0.1:' + port + '/parse', directAccess: true, cloud: './cloud.mjs', logLevel: 'error',
  silent: true, allowClientClassCreation: false, maxUploadSize: '5mb', enableInsecureAuthAdapters: false,
  schema: { strict: false, definitions: [
    of('Clinic', { name: text }),
    of('TemplateVersion', { content: object }),
    of('Consent', { clinic: pointer('Clinic'), template: pointer('TemplateVersion'), token: text, status: text,
      signedAt: date, details: object }),
    of('Signature', { consent: pointer('Consent'), mark: object, signer: text }),
    of('Audit', { clinic: pointer('Clinic'), consent: pointer('Consent'), action: text, details: object }),
  ] },
});
await api.start();
const app = express();
app.use('/parse', api.app);
app.listen(Number(port), '127.0.0.1');
`

/** Installs Parse Server into the folder, running no script of any package; answers why it cannot be, or null. */
export function installParse(folder: string): string | null {
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  writeFileSync(path.join(folder, 'cloud.mjs'), cloudCode)
  writeFileSync(path.join(folder, 'server.mjs'), serverCode)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']
  const { status, stderr, error } = spawnSync('npm', ['install', ...options, ...packages], {
    ...{ cwd: folder, encoding: 'utf8', timeout: install_ms_max, killSignal: 'SIGKILL' },
  })
  if (status === 0 && existsSync(path.join(folder, 'node_modules/parse-server'))) return null
  return error?.message ?? stderr.split('\n').find((line) => line.trim() !== '') ?? `npm ended with ${status}`
}

/** Starts it and waits until it has made its tables; it is killed with this process. */
export async function startParse(
  folder: string,
  { port, databaseUrl, socket }: { port: number; databaseUrl: string; socket: string },
): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PEER_PORT: String(port),
      PEER_DATABASE: databaseUrl,
      PEER_SOCKET: socket,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => void server.kill('SIGKILL'))
  const until = Date.now() + ready_ms_max
  while (Date.now() < until && server.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/parse/health`).catch(() => null)
    if (answer?.ok) return server
    await sleep(200)
  }
  server.kill('SIGKILL')
  throw new Error('Parse Server did not start')
}
