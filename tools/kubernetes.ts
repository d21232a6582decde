// The schemas of Kubernetes: a package of tools/, for the tests of the manifests.
export { Deployment } from 'kubernetes-models/apps/v1';
export { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
export { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
export { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
export { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1';
