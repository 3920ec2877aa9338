// The company a command names.
import { refuse } from '../domain/kernel/problem.js';
import type { CompanyFacts } from '../domain/registers/events.js';
import type { OperatorWorld } from './world.js';

/** @throws DomainError `CompanyNotFound`: anything told of a company that does not exist would look like nothing */
export function knownCompany({ registers }: OperatorWorld, companyId: number): CompanyFacts {
  return (
    registers.registers.companyById(companyId) ?? refuse({ is: 'CompanyNotFound', by: 'companyId', companyId })
  );
}
