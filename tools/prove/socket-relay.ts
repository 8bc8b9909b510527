/** Lets a database that listens on a socket be reached over a network: `node socket-relay.ts <port> <socket>`. */
import { connect, createServer } from 'node:net'

const [port, socket] = process.argv.slice(2)
if (!Number(port) || !socket) throw new Error('Name a port and a socket')

createServer((caller) => {
  const database = connect(socket)
  caller.pipe(database)
  database.pipe(caller)
  caller.on('error', () => database.destroy()).on('close', () => database.destroy())
  database.on('error', () => caller.destroy()).on('close', () => caller.destroy())
}).listen(Number(port), '0.0.0.0')
