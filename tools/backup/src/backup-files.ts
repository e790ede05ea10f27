/** The names that the server gives them. */
export const archiveName = 'base.tar';
export const manifestName = 'backup_manifest';
