import { makeList } from '../runner/kept-list.js'
import { complain } from './complain.js'

// Run by the set-up after the compiler: the list of checks belongs to the build.
try {
  await makeList()
} catch (error) {
  process.exitCode = complain(error)
}
