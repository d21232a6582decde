import { badRequest, forbidden } from '../../platform/errors/api-error.js';

/** The errors about members; each sentence stands here once. */
export const memberErrors = {
  emailOfMember: () => badRequest('This e-mail already belongs to a member'),
  invitationInvalid: () => badRequest('Invitation is invalid or has expired'),
  ownerNeeded: () => badRequest('An account needs an owner'),
  oneOwner: () => badRequest('An account has one owner; transfer it'),
  tooManyMembers: () => badRequest(`An account can have ${MAX_MEMBERS} members: delete one first`),
  tooManyInvitations: () => badRequest(`An account can have ${MAX_INVITATIONS} open invitations: delete one first`),
  ownRole: () => forbidden('You cannot raise your own role'),
  roleAbove: () => forbidden('You cannot give a role above your own, or change who has one'),
  stillInvited: () => badRequest('This person has not accepted the invitation yet'),
  disabledOwner: () => badRequest('A disabled member cannot become the owner'),
};

export const MAX_MEMBERS = 500;
export const MAX_INVITATIONS = 100;
