"""The backend of Keras"""
